/** Access to the API. Server rendering replaces both. */
export const api = {
  /** Origin of the API; empty for the page's own. */
  origin: "",
  load: (address: string, init: RequestInit): Promise<Response> => fetch(address, init),
};
