"""What pictures to send and for links show, as drawings."""
