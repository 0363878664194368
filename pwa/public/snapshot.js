// The library as it was last left (features/library/saved/snapshot.ts), until the app replaces it. Built from data, never from markup.
/* global LIBRARY -- its scripts and styles, by pwa/app/build/page.ts */
const SVG = "http://www.w3.org/2000/svg";

/** Whether an attribute neither runs code, styles nor links to another site. */
const isHarmless = (name, value) =>
  !/^(on|style$|srcdoc$)/i.test(name) && (!/^(src|href|action)$/i.test(name) || /^[/#](?!\/)/.test(value));

function make(node, isSvg) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, nodes] = node;
  if (/^(script|style|iframe|object|embed|link|meta|base)$/i.test(tag)) return document.createTextNode("");
  const inSvg = isSvg || tag === "svg";
  const element = inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of attributes) if (isHarmless(name, value)) element.setAttribute(name, value);
  element.append(...nodes.map((one) => make(one, inSvg)));
  return element;
}

function loaded(href) {
  if (document.querySelector(`link[rel=stylesheet][href="${CSS.escape(href)}"]`) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = href;
  document.head.append(link);
  return new Promise((done) => (link.onload = link.onerror = done));
}

/** A script of the library: each import would ask for the next only when it has come itself. */
function preload(href) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "script", href });
  document.head.append(link);
}

/** Above the place of the app, which replaces all of it in one step. */
export async function show() {
  const { build, locale, isNarrow, styles, nodes } = JSON.parse(localStorage.getItem("snapshot"));
  if (
    build !== document.querySelector('meta[name="entry"]')?.content ||
    locale !== `${localStorage.getItem("locale")} ${navigator.languages}` ||
    isNarrow !== matchMedia("(max-width: 719px)").matches
  )
    return;
  // The library's own styles as well: its scripts would wait for them, and each that comes later is a new layout.
  const isStyle = (href) => href.endsWith(".css");
  const ready = Promise.all([...new Set([...styles, ...LIBRARY.filter(isStyle)])].map(loaded));
  for (const href of LIBRARY) if (!isStyle(href)) preload(href);
  await ready;
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("readystatechange", done, { once: true }));
  const boot = document.querySelector("#root > .boot");
  if (boot === null) return; // the app was quicker
  const snapshot = document.createElement("div");
  snapshot.id = "snapshot";
  snapshot.append(...nodes.map((node) => make(node, false)));
  boot.replaceWith(snapshot);
}
