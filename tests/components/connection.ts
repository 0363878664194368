/** Sets the browser's connection state; answers of the API are another matter (api.disconnect). */
import { onlineManager } from "@tanstack/react-query";
import { onTestFinished, vi } from "vitest";

/** Until the end of the test. */
export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  dispatchEvent(new Event(isOnline ? "online" : "offline"));
  if (!isOnline)
    onTestFinished(() => {
      dispatchEvent(new Event("online"));
      onlineManager.setOnline(true); // it does not listen once the screen is gone
    });
}
