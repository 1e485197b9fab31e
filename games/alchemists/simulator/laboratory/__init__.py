"""The laboratory of «Алхимики»: keeps a secret world and answers for it, in place of the application."""
