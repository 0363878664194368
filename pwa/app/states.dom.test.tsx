/** Every screen that fetches: loading, failure with a retry, content. */
import { test } from "vitest";
import { ACCOUNT_SCREENS, CONTENT_SCREENS, CREATORS } from "#tests/components/screens.ts";
import { passesThroughStates } from "#tests/components/states.ts";

const OF_ACCOUNT = ACCOUNT_SCREENS.filter(({ waitsFor }) => waitsFor.length > 0);

test.each([CREATORS, ...CONTENT_SCREENS, ...OF_ACCOUNT])(
  "$name: loading, failure with a retry, content",
  (screen) => passesThroughStates(screen),
);
