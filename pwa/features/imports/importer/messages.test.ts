import { expect, test } from "vitest";
import "../../../i18n/deferred.ts";
import { IMPORT_PROBLEMS } from "#shared/services/import-fields.ts";
import { problemText } from "./messages.ts";

test.each(Object.values(IMPORT_PROBLEMS))("“%s” reads the same in English", (message) => {
  expect(problemText(message, "session_key")).toBe(message);
});
