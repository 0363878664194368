/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Name of this archive, from SITE_NAME at build time. */
  readonly VITE_SITE_NAME?: string;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): TrustedScriptURL };
}

interface TrustedScriptURL {
  toString(): string;
}

interface Window {
  readonly trustedTypes?: TrustedTypePolicyFactory;
}
