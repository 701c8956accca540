// What the browser keeps between visits. Where storage is forbidden, a map lives as long as the page.

const memory = new Map<string, string>();

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`tapsign.${name}`) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Keeps the text, or forgets the name when it is null. */
export function keep(name: string, text: string | null): void {
  if (text === null) memory.delete(name);
  else memory.set(name, text);
  try {
    if (text === null) localStorage.removeItem(`tapsign.${name}`);
    else localStorage.setItem(`tapsign.${name}`, text);
  } catch {
    // Forbidden or full: the map above still holds it for this visit.
  }
}

/** Reads kept JSON; null when there is none or it can't be read. */
export function recallJson<T>(name: string): T | null {
  const text = recall(name);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
