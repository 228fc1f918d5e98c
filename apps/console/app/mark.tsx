// The product's mark and name.
export function Mark({ small = false }: { readonly small?: boolean }) {
  return (
    <span className={small ? 'mark mark-small' : 'mark'}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path
          d="M7 11l3.6 11L16 12.5 21.4 22 25 11"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>Workroom</span>
    </span>
  );
}
