"""What `script/soak` measures: not whether the site is right, but how much of it it can take."""
