// The Console's icons: strokes on a 20 × 20 grid, drawn in the colour of the text around them. Always beside words.

const SHAPES = {
  runs: 'M4 5h12M4 10h12M4 15h8',
  attention:
    'M10 3a4.6 4.6 0 0 1 4.6 4.6c0 3.6 1.6 4.7 1.6 4.7H3.8s1.6-1.1 1.6-4.7A4.6 4.6 0 0 1 10 3ZM8.4 15.3a1.8 1.8 0 0 0 3.2 0',
  chat: 'M4 4.5h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H9l-3.8 3v-3H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Z',
  lease: 'M10 6v4l2.6 1.8M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z',
  plan: 'M4 4h5v4H4zM11 12h5v4h-5zM6.5 8v6H11',
  check: 'm4.5 10.5 3.6 3.6 7.4-8',
  cross: 'm5.5 5.5 9 9m0-9-9 9',
  play: 'M7 4.8v10.4l8-5.2Z',
  pause: 'M7 5v10M13 5v10',
  hourglass: 'M6 3.5h8M6 16.5h8M7 3.5c0 4 3 4.6 3 6.5s-3 2.5-3 6.5M13 3.5c0 4-3 4.6-3 6.5s3 2.5 3 6.5',
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5ZM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  block: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM5.2 5.2l9.6 9.6',
  replan: 'M15.5 8A6 6 0 0 0 5 6.3L3.5 8M3.5 4.5V8H7M4.5 12A6 6 0 0 0 15 13.7l1.5-1.7M16.5 15.5V12H13',
  dot: 'M10 8.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  circle: 'M10 4.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Z',
  warning: 'M10 3.5 17.5 16h-15ZM10 8v4M10 14v.1',
  info: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM10 9v4.5M10 6.5v.1',
  send: 'M3.5 10 16.5 4l-4.6 12.5-2.6-5.3Z',
  reply: 'M8 5 3.5 9.5 8 14M3.5 9.5H12a4.5 4.5 0 0 1 4.5 4.5v1',
  copy: 'M7.5 7.5h8v8h-8zM4.5 12.5v-8h8',
  chevron: 'm7.5 5 5 5-5 5',
  back: 'm12 5-5 5 5 5',
  gate: 'M4.5 16.5v-9a5.5 5.5 0 0 1 11 0v9M3 16.5h14M8 10.5l1.6 1.6L12.4 9',
  agent: 'M10 3v2.5M5 7.5h10a1 1 0 0 1 1 1V15a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1ZM7.6 11v1M12.4 11v1',
  person: 'M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  system:
    'M10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.5M13.5 13.5 15 15M15 5l-1.5 1.5M6.5 13.5 5 15',
  key: 'M12.5 3.5a4 4 0 1 1-3.3 6.3L3.5 15.5v1.5H6v-2h2v-2l1.5-1.5M13.5 6.5v.1',
  search: 'M9 4a5 5 0 1 1 0 10A5 5 0 0 1 9 4ZM13 13l3.5 3.5',
  keyboard: 'M3 6h14v8.5H3zM6 9h.1M10 9h.1M14 9h.1M7 12h6',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.4-2.5a3 3 0 0 0-4.3-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.3 0L4.8 11a3 3 0 0 0 4.3 4.2l1-1',
  out: 'M8 4H4.5v12H8M12 6.5 15.5 10 12 13.5M15.5 10H8',
  file: 'M5.5 3h6l3 3v11h-9zM11.5 3v3h3',
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
