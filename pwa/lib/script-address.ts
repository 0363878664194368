/** The only place that creates script URLs, limited to the app's workers (Trusted Types). */

const APP_SCRIPT = /^\/(sw\.js|assets\/[\w.-]+\.js)$/;

// Undefined during server rendering.
const factory = typeof window === "undefined" ? undefined : window.trustedTypes;
const policy = factory?.createPolicy("sw", {
  createScriptURL: (address) => {
    if (!APP_SCRIPT.test(address) && !import.meta.env.DEV)
      throw new TypeError("Only the app's own workers may be started.");
    return address;
  },
});

/** @throws TypeError for URLs that are not part of the built app */
export function scriptAddress(address: string): string | TrustedScriptURL {
  return policy?.createScriptURL(address) ?? address;
}
