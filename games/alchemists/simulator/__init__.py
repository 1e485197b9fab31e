"""What may be done in «Алхимики»."""
