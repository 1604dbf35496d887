"""What people see: boards, tables, progress, documents."""
