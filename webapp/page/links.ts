// Addresses of our own pages.

/** The path of a signing page, on the origin that is open now: what the browser keeps is bound to the origin. */
export function samePage(url: string | null | undefined): string | null {
  if (!url) return null;
  const { pathname } = new URL(url, location.origin);
  return pathname.startsWith("/s/") ? pathname : null;
}
