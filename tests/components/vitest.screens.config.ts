/** The component test of every screen, with React's development build: its warnings are errors in the console. */
import { components, SCREENS } from "./vitest.config.ts";

export default components({ name: "screens", include: [SCREENS], react: "development" });
