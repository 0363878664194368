/** Fields of the import form: names as sent, labels as in messages. */
export const IMPORT_FIELDS = {
  session_key: "Session key",
  channel_ids: "Channel IDs",
  auth_id: "User ID",
  "x-bc": "BC token",
  user_agent: "User-Agent",
} as const;
export type ImportFieldName = keyof typeof IMPORT_FIELDS;

export const MAX_FIELD = 1024;

/** Messages of the API; the app translates them by their names. */
export const IMPORT_PROBLEMS = {
  tooLong: "Key is too long.",
  invalid: "Invalid key.",
  malformed: "Malformed key.",
  expired: "Key is expired.",
  expectedJson: "Invalid key: Expected valid JSON.",
  tokenFormat: "Invalid token format.",
  fantiaLength: "Invalid key: Expected 32 or 64 characters.",
  gumroadLength: `Invalid key: Expected 200 to ${MAX_FIELD} characters.`,
  userId: "User ID must consist of only digits.",
  bcToken: "Invalid BC token",
  userAgent: "Invalid User-Agent (contains non-ASCII characters).",
  pattern: "The key doesn't match the required pattern.",
  noToken: "Token not found in JSON.",
  notJson: "Key is not valid JSON.",
  values: "The key does not contain the appropriate values.",
  notDecodable: "The key was not decodable.",
} as const;
export type ImportProblemName = keyof typeof IMPORT_PROBLEMS;
