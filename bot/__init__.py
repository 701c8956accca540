"""Chat channels and the notifier that carries each change of a task to where its card stands."""
