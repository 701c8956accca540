"""PostgreSQL: the one truth. Repositories on asyncpg, LangGraph's saver on psycopg."""
