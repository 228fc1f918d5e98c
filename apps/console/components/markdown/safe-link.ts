// Which addresses in a text may become links: the web and mail, nothing that runs.

/** The address if it may be followed; null otherwise. */
export function safeLink(href: string): string | null {
  const text = href.trim();
  if (!/^(https?:\/\/|mailto:)/i.test(text)) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null;
  } catch {
    return null;
  }
}
