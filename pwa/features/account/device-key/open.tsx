/** Opens what the device has encrypted before the app starts; asks the person where that is needed. */
import type { QueryClient } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { startLocale } from "../../../i18n/index.ts";
import { encryptStored, openDevice as open } from "../../../offline/device-key/set-up.ts";
import { forgetAccount, logOut } from "../session-actions.ts";
import { Encrypting, LockScreen } from "./LockScreen.tsx";

/** @returns true if something was shown in the root */
export async function openDevice(element: HTMLElement, client: QueryClient): Promise<boolean> {
  let shown: Root | undefined;
  const show = async () => {
    await startLocale();
    document.documentElement.dataset["app"] = "up"; // read by public/watchdog.js
    shown ??= createRoot(element);
    return shown;
  };
  try {
    const locked = await open();
    if (locked !== undefined) {
      const root = await show();
      await new Promise<void>((onDone) =>
        root.render(
          <LockScreen
            record={locked}
            onDone={onDone}
            onForgotten={() => forgetAccount(client)}
            onTooManyAttempts={() => logOut(client)}
          />,
        ),
      );
    }
    await encryptStored(async (share) => (await show()).render(<Encrypting share={share} />));
  } catch (error) {
    console.warn("What this device has stored could not be opened.", error);
  }
  shown?.unmount();
  return shown !== undefined;
}
