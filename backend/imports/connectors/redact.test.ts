import { expect, test } from "vitest";
import { redactor } from "./redact.ts";

const KEY = "c4n4ry+/=key.with$marks~ü0123456789";

test("a key is hidden in every form in which a program may repeat it", () => {
  const redact = redactor([KEY]);
  const bytes = Buffer.from(KEY);
  const forms = [
    KEY,
    KEY.toUpperCase().toLowerCase(),
    encodeURIComponent(KEY),
    JSON.stringify({ key: KEY }),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...["u:", "us:", "use:"].map((user) => Buffer.from(user + KEY).toString("base64")),
  ];
  for (const form of forms) {
    const line = redact(`Cookie: ${form}; path=/`);
    expect(line).toContain("[redacted]");
    expect(line).not.toContain(form);
    expect(line.length).toBeLessThan(`Cookie: ${form}; path=/`.length + 10);
  }
  expect(redact("nothing of it here")).toBe("nothing of it here");
});

test("the values of a key that is JSON are hidden each", () => {
  const json = JSON.stringify({ accessToken: "a".repeat(64), refreshToken: "b".repeat(64), expiresAt: "1" });
  for (const key of [json, encodeURIComponent(json), Buffer.from(json).toString("base64")]) {
    const line = `Bearer ${"a".repeat(64)} then ${"b".repeat(64)} at 1`;
    expect(redactor([key])(line)).toBe("Bearer [redacted] then [redacted] at 1");
  }
});

test("a value too short to be a secret changes no log", () => {
  expect(redactor(["", "1", "short"])("1 short log")).toBe("1 short log");
});
