"""What the user says: bodies, markers, joints, measures, forces, drives, events. Plain data, no numerics."""
