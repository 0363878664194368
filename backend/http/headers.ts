/** Security headers of all responses: allowed resources and embedding. */
import type { Middleware } from "koa";

/**
 * Allows only own files, no inline code, and strings only through the two named Trusted Types policies.
 * @param fileHosts other origins of pictures, videos and saved files
 */
export function pagePolicy(fileHosts: readonly string[]): string {
  const media = ["'self'", ...fileHosts, "blob:"].join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    `connect-src ${["'self'", ...fileHosts].join(" ")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types dompurify sw",
  ].join("; ");
}

/**
 * Policy of the app's scripts, which applies inside workers. One of them computes hashes in WebAssembly,
 * which pages do not need.
 */
export function workerPolicy(fileHosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `connect-src ${["'self'", ...fileHosts].join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** One year. Excludes subdomains, which may be other sites of the operator. */
const HTTPS_ONLY = "max-age=31536000";

/** Hosts that browsers treat as secure without HTTPS. */
const isLocal = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname);

/** @param isHttps true if the public origin uses HTTPS, even if a proxy connects over HTTP */
export function securityHeaders(fileHosts: readonly string[], { isHttps = false } = {}): Middleware {
  const headers = new Map(
    Object.entries({
      ...(isHttps ? { "strict-transport-security": HTTPS_ONLY } : {}),
      "content-security-policy": pagePolicy(fileHosts),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "cross-origin-resource-policy": "same-origin",
    }),
  );
  const ofWorkers = workerPolicy(fileHosts);
  return async (ctx, next) => {
    ctx.res.setHeaders(headers);
    // Elsewhere browsers ignore it, and report an error in the console of every page.
    if (isHttps || isLocal(ctx.hostname)) ctx.set("cross-origin-opener-policy", "same-origin");
    // Not `ctx.path`, which an invalid URL does not have.
    if (ctx.url.startsWith("/assets/")) ctx.set("content-security-policy", ofWorkers);
    await next();
  };
}
