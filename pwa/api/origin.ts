/** How the API is reached. The server, which renders pages, sets both. */
export const api = {
  /** Where it is: the origin of the page, so nothing. */
  origin: "",
  load: (address: string, init: RequestInit): Promise<Response> => fetch(address, init),
};
