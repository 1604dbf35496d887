"""What outcomes mean: verdicts and published counts."""
