/** The one place where an address becomes that of a script: workers of the app, and nothing else. */

const OURS = /^\/(sw\.js|assets\/[\w.-]+\.js)$/;

// Absent during server rendering.
const factory = typeof window === "undefined" ? undefined : window.trustedTypes;
const policy = factory?.createPolicy("sw", {
  createScriptURL: (address) => {
    if (!OURS.test(address) && !import.meta.env.DEV)
      throw new TypeError("Only the app's own workers may be started.");
    return address;
  },
});

/** @throws TypeError for any address that is not one of the built app */
export function scriptAddress(address: string): string | TrustedScriptURL {
  return policy?.createScriptURL(address) ?? address;
}
