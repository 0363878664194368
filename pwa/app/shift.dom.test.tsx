/** Nothing that was drawn moves while a screen loads. */
import { test } from "vitest";
import { DESKTOP, PHONE } from "#tests/components/places.ts";
import { CONTENT_SCREENS, CREATORS } from "#tests/components/screens.ts";
import { staysWhileLoading } from "#tests/components/states.ts";

const MAIN = /^(home|creator|posts|posts of all profiles|post|DMs|popular|tags|chat channel)$/;
const MAIN_SCREENS = CONTENT_SCREENS.filter(({ name }) => MAIN.test(name));

const cases = [
  { size: "narrow", viewport: PHONE },
  { size: "wide", viewport: DESKTOP },
].flatMap((one) => MAIN_SCREENS.map((screen) => ({ name: screen.name, screen, ...one })));

// The list of creators is fetched late once only, by the first test; wide: features/browse/creators/ArtistsPage.dom.test.tsx.
test.each([{ name: "creators", screen: CREATORS, size: "narrow", viewport: PHONE }, ...cases])(
  "$name, $size: nothing moves while it loads, its answers late",
  ({ screen, viewport }) => staysWhileLoading(screen, viewport, { isLate: true }),
);

test.each([
  { name: "creators", screen: CREATORS, size: "narrow", viewport: PHONE },
  { name: "creators", screen: CREATORS, size: "wide", viewport: DESKTOP },
  ...cases,
])("$name, $size: nothing moves while it loads, its answers at once", ({ screen, viewport }) =>
  staysWhileLoading(screen, viewport, { isLate: false }),
);
