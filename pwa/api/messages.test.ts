import { expect, test, vi } from "vitest";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors.ts";
import { errorMessage, isWorthRetrying } from "./messages.ts";
import { errorOrigin, reportMessage } from "./report.ts";

const http = (status: number, body = "") => new HttpError(new Response(null, { status }), body);

test.each([
  [http(401), "This requires an account. Log in and try again."],
  [
    http(400, "Offset 7 is not a multiple of 50."),
    "The server can't process this request. Check the address. Offset 7 is not a multiple of 50.",
  ],
  [http(422, "No."), "The server can't process this request. Check the address. No."],
  [http(404, "Creator not found."), "This doesn't exist or was removed. Creator not found."],
  [http(503, "Search is not available right now."), "Search is not available right now."],
  [http(503, "x"), "The server is down for maintenance or unavailable. Try again later."],
  [http(500), "Something went wrong on the server. Try again later."],
  [http(502), "Something went wrong on the server. Try again later."],
  [http(429), "Too many requests."],
  [http(418), "Something went wrong. Try again."],
  [new NetworkError("x"), "Couldn't reach the server. Check your connection and any content blockers."],
  [new TimeoutError("x"), "The server took too long to respond."],
  [new Error("A message"), "A message"],
  ["a string", "Unexpected Application Error!"],
])("%s reads %s", (error, message) => {
  expect(errorMessage(error)).toBe(message);
});

test("an answer that breaks its contract is called a bug of ours, not the visitor's input", () => {
  const message = errorMessage(new ContractError("title: expected string"));
  expect(message).toContain("on our side");
  expect(message).not.toContain("address");
});

test.each([
  [http(401), "Failed to fetch from API due to lack of credentials."],
  [http(400, "No."), "Failed to fetch from API due to client inputs. No."],
  [http(422, "No."), "Failed to fetch from API due to client inputs. No."],
  [http(404, "No."), "Failed to fetch from API because path doesn't exist. No."],
  [http(503), "API is in maintenance or not available."],
  [http(502), "Failed to fetch from API due to server error."],
  [http(418), "Failed to fetch from API for unknown reasons."],
  [new RangeError("A message"), "A message"],
  ["a string", "a string"],
])("a report of %s says %s", (error, message) => {
  expect(reportMessage(error)).toBe(message);
});

test("a report without a response blames the client only where it is offline", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(reportMessage(new NetworkError("x"))).toBe("Failed to fetch due to client settings.");
  vi.stubGlobal("navigator", { onLine: true });
  expect(reportMessage(new NetworkError("x"))).toBe(
    "Failed to fetch because the server could not be reached.",
  );
  vi.unstubAllGlobals();
});

test("the origin separates server faults, maintenance and the client", () => {
  expect(errorOrigin(http(500))).toBe("Server");
  expect(errorOrigin(http(503))).toBe("Server (no need to report)");
  expect(errorOrigin(new NetworkError("x"))).toBe("Client");
});

test("only passing faults are retried at once; where a pause is due, the screen waits for it", () => {
  expect([http(500), http(502)].map(isWorthRetrying)).toEqual([true, true]);
  const others = [http(404), http(400), http(429), http(503), new TimeoutError("x"), new NetworkError("x")];
  expect(others.map(isWorthRetrying)).toEqual(others.map(() => false));
});
