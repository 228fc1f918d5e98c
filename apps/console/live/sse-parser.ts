// Server-sent events from bytes: frames may be cut anywhere, lines may end in LF, CRLF or CR. Comments and unknown fields are dropped.

export interface SseFrame {
  readonly event: string;
  readonly id: string | null;
  readonly data: string;
}

export class SseParser {
  private readonly decoder = new TextDecoder();
  private rest = '';
  private skipLineFeed = false;
  private event = '';
  private id: string | null = null;
  private data: string[] = [];

  /** Frames that are complete once `bytes` have come. */
  push(bytes: Uint8Array): SseFrame[] {
    const frames: SseFrame[] = [];
    let text = this.rest + this.decoder.decode(bytes, { stream: true });
    if (this.skipLineFeed && text.startsWith('\n')) text = text.slice(1);
    if (text) this.skipLineFeed = false;
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== 10 && code !== 13) continue;
      this.line(text.slice(from, at), frames);
      if (code === 13) {
        if (at + 1 === text.length) this.skipLineFeed = true;
        else if (text.charCodeAt(at + 1) === 10) at += 1;
      }
      from = at + 1;
    }
    this.rest = text.slice(from);
    return frames;
  }

  private line(line: string, frames: SseFrame[]): void {
    if (line === '') return this.dispatch(frames);
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') this.event = value;
    else if (field === 'data') this.data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.id = value;
  }

  private dispatch(frames: SseFrame[]): void {
    if (this.data.length) frames.push({ event: this.event || 'message', id: this.id, data: this.data.join('\n') });
    this.event = '';
    this.id = null;
    this.data = [];
  }
}
