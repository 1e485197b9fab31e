"""What of the rules is read without a network: made once, the same for every reader, kept by a worker."""
