"""Compiled code: tables, measures, equations of motion, tangents, linear algebra, and what methods may ask of a system."""
