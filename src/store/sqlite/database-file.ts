/** In the data folder; what SQLite puts beside it (-wal, -shm) belongs to it. */
export const DATABASE_FILE = 'platen.db';
