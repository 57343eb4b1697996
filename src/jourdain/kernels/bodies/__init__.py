"""Body kinds: what a rigid body in the plane or in space supplies to the equations of motion."""
