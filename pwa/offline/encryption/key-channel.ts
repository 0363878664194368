/** Passes the device key from an unlocked window to other windows and the service worker. */

const CHANNEL = "roost-key";

interface Message {
  type: "wanted" | "unlocked" | "locked";
  key?: Uint8Array<ArrayBuffer>;
}

export interface KeyListeners {
  /** The key that this window may give. */
  key: () => Uint8Array<ArrayBuffer> | undefined;
  /** Another window was unlocked, or has answered. */
  onUnlocked: (key: Uint8Array<ArrayBuffer>) => void;
  /** A person has locked the app, or its key was deleted. */
  onLocked: () => void;
}

/** Answers others and follows them. @returns stop, and functions that tell others */
export function joinKeyChannel({ key, onUnlocked, onLocked }: KeyListeners) {
  const channel = new BroadcastChannel(CHANNEL);
  const send = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const own = key();
    if (data.type === "wanted" && own !== undefined) send({ type: "unlocked", key: own });
    if (data.type === "unlocked" && data.key !== undefined) onUnlocked(data.key);
    if (data.type === "locked") onLocked();
  };
  return {
    askForKey: () => send({ type: "wanted" }),
    tellUnlocked: (key: Uint8Array<ArrayBuffer>) => send({ type: "unlocked", key }),
    tellLocked: () => send({ type: "locked" }),
    stop: () => channel.close(),
  };
}

/** Asks the windows once. @returns undefined if none has answered within `timeoutMs` */
export function keyOfWindows(timeoutMs: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve) => {
    const { askForKey, stop } = joinKeyChannel({
      key: () => undefined,
      onUnlocked: (key) => {
        clearTimeout(timer);
        stop();
        resolve(key);
      },
      onLocked: () => {},
    });
    const timer = setTimeout(() => {
      stop();
      resolve(undefined);
    }, timeoutMs);
    askForKey();
  });
}
