/** Encrypts the responses that Workbox caches, and their addresses. */
import type { StrategyOptions } from "workbox-strategies";
import {
  decryptResponse,
  encryptAddress,
  encryptResponse,
} from "../pwa/offline/encryption/cached-responses.ts";
import { deviceCiphers } from "./device-ciphers.ts";

type Plugin = NonNullable<StrategyOptions["plugins"]>[number];

export const encryptCached: Plugin = {
  async cacheKeyWillBeUsed({ request }) {
    const ciphers = await deviceCiphers();
    if (ciphers === undefined || ciphers === "locked") return request;
    return encryptAddress(ciphers, new URL(request.url)).href;
  },
  async cacheWillUpdate({ request, response }) {
    const ciphers = await deviceCiphers();
    if (ciphers === "locked") return null;
    if (ciphers === undefined) return response;
    return await encryptResponse(ciphers, response, encryptAddress(ciphers, new URL(request.url)).href);
  },
  async cachedResponseWillBeUsed({ request, cachedResponse }) {
    const ciphers = await deviceCiphers();
    if (cachedResponse === undefined || ciphers === undefined || ciphers === "locked")
      return cachedResponse ?? null;
    // Its request has the encrypted address. With another key nothing is found: the network answers.
    return decryptResponse(ciphers, cachedResponse, request.url).catch(() => null);
  },
};
