import { expect, test } from "vitest";
import type { z } from "zod/mini";
import { register } from "../contracts/accounts.ts";
import { changeAccount } from "../contracts/administration.ts";
import { Credentials, PasswordChange } from "./accounts.ts";

const firstProblem = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;
const account = (fields: object) => ({
  username: "bea",
  password: "12345",
  confirm_password: "12345",
  ...fields,
});
const LENGTH = "Username must be at least 3 characters and no more than 15 characters long.";
const FAVORITES = "The list of favorites is not valid.";

test.each([
  [{}, undefined],
  [{ username: "A_@+.-z0" }, undefined],
  [{ username: undefined }, "Username is required."],
  [{ username: "" }, "Username is required."],
  [{ username: "ab" }, LENGTH],
  [{ username: "a".repeat(16) }, LENGTH],
  [{ username: "a b" }, "Username doesn't match pattern [A-Za-z0-9_@+.\\-]*"],
  [{ username: "bea\0" }, "Username doesn't match pattern [A-Za-z0-9_@+.\\-]*"],
  [{ username: "béa" }, "Username doesn't match pattern [A-Za-z0-9_@+.\\-]*"],
  [{ password: "" }, "Password is required."],
  [{ password: 12_345 }, "Password is required."],
  [{ password: "1234", confirm_password: "1234" }, "Password must have at least 5 characters."],
  [{ confirm_password: "12346" }, "Passwords don't match."],
  [{ confirm_password: undefined }, "Passwords don't match."],
  [{ role: "administrator" }, "Expected a username and a password."],
  [{ favorites_json: "" }, undefined],
  [{ favorites_json: '[{"service":"patreon","artist_id":"1","name":"left out"}]' }, undefined],
  [{ favorites_json: "[" }, FAVORITES],
  [{ favorites_json: '{"service":"patreon"}' }, FAVORITES],
  [{ favorites_json: '[{"service":"patreon"}]' }, FAVORITES],
])("a registration with %j: %s", (fields, problem) => {
  expect(firstProblem(register.body, account(fields))).toBe(problem);
});

test.each([
  [undefined, "Expected a username and a password."],
  [{}, "Username is required."],
  [{ username: "x", password: "" }, "Password is required."],
  [{ username: "x", password: "y" }, undefined],
])("logging in with %j: %s", (sent, problem) => {
  expect(firstProblem(Credentials, sent)).toBe(problem);
});

test.each([
  [["", "12345", "12345"], "Password cannot be empty."],
  [["old", "", ""], "New password cannot be empty."],
  [["old", "1234", "1234"], "New password must have at least 5 characters."],
  [["old", "12345", "12346"], "New password and confirmation do not match."],
  [["old", "12345", "12345"], undefined],
])("changing a password with %j: %s", ([current, next, confirmation], problem) => {
  const sent = {
    "current-password": current,
    "new-password": next,
    "new-password-confirmation": confirmation,
  };
  expect(firstProblem(PasswordChange, sent)).toBe(problem);
});

test.each([
  ["", "Account ID is required."],
  ["0", "Account ID must be positive."],
  ["-1", "Account ID must be positive."],
  ["x", "Account ID must be positive."],
  ["12", undefined],
])("account %j: %s", (id, problem) => {
  expect(firstProblem(changeAccount.params, { account: id })).toBe(problem);
});

test.each([
  [{}, "Role is required."],
  [{ role: "king" }, "Invalid account role."],
  [{ role: "administrator" }, "Invalid account role."],
  [{ role: "moderator" }, undefined],
])("changing an account by %j: %s", (sent, problem) => {
  expect(firstProblem(changeAccount.body, sent)).toBe(problem);
});
