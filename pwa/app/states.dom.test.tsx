/** Every screen that fetches: loading, failure with a retry, content. */
import { test } from "vitest";
import { CONTENT_SCREENS, CREATORS } from "#tests/components/screens.ts";
import { passesThroughStates } from "#tests/components/states.ts";

test.each([CREATORS, ...CONTENT_SCREENS])("$name: loading, failure with a retry, content", (screen) =>
  passesThroughStates(screen),
);
