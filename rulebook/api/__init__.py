"""What the rules say, for programs: `/api/v1/`, read-only JSON that anybody may quote."""
