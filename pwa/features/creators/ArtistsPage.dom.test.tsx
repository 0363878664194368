import { test } from "vitest";
import { DESKTOP } from "#tests/components/places.ts";
import { CREATORS } from "#tests/components/screens.ts";
import { staysWhileLoading } from "#tests/components/states.ts";

test("on a wide screen nothing moves while it loads", () =>
  staysWhileLoading(CREATORS, DESKTOP, { isLate: true }));
