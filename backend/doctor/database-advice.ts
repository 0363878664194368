/** Remedies for what PostgreSQL and the connection to it answer. */
const AWAY = "Start the PostgreSQL of DATABASE_URL, or correct its host and port.";
const LOGIN =
  "Correct the user and password in DATABASE_URL; ALTER ROLE <user> PASSWORD '<password>' sets another one.";

const ADVICE: Record<string, string> = {
  ECONNREFUSED: AWAY,
  ENOTFOUND: AWAY,
  EAI_AGAIN: AWAY,
  ETIMEDOUT: AWAY,
  EHOSTUNREACH: AWAY,
  CONNECT_TIMEOUT: AWAY,
  "28P01": LOGIN, // wrong password
  "28000": LOGIN, // no such user, or refused by pg_hba.conf
  "3D000": "Create it, createdb --owner=<user> <database>, or correct its name in DATABASE_URL.",
  "42501": "The user of DATABASE_URL must own the database and its tables.",
};

/** Remedy by the code of an error; undefined if none is known. */
export function databaseAdvice(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? ADVICE[code] : undefined;
}
