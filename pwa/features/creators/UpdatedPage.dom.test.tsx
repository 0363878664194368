import { test } from "vitest";
import { UPDATED_CREATORS } from "#tests/components/screens.ts";
import { passesThroughStates } from "#tests/components/states.ts";

test("loading, failure with a retry, content", () => passesThroughStates(UPDATED_CREATORS));
