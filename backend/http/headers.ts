/** Headers on every answer: what a page of this origin may load and who may embed it. */
import type { Middleware } from "koa";

/**
 * Nothing but our own files, no inline code, strings only through the two named Trusted Types policies.
 * @param fileHosts origins besides our own that pictures and videos come from, and files that are saved
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
 * Of the app's own scripts: it holds inside those that run as workers. One of them computes hashes in WebAssembly,
 * which pages need not be allowed for that.
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

/** For a year. Not for subdomains, which may be other sites of the operator. */
const HTTPS_ONLY = "max-age=31536000";

/** @param isHttps the site's public origin is, though a proxy may ask us over HTTP */
export function securityHeaders(fileHosts: readonly string[], { isHttps = false } = {}): Middleware {
  const headers = new Map(
    Object.entries({
      ...(isHttps ? { "strict-transport-security": HTTPS_ONLY } : {}),
      "content-security-policy": pagePolicy(fileHosts),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    }),
  );
  const ofWorkers = workerPolicy(fileHosts);
  return async (ctx, next) => {
    ctx.res.setHeaders(headers);
    // Not the path, which an address that cannot be read has not.
    if (ctx.url.startsWith("/assets/")) ctx.set("content-security-policy", ofWorkers);
    await next();
  };
}
