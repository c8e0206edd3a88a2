/** A bench beside a bar: people next to the measured models. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-semibold tracking-tight">
      <svg viewBox="0 0 24 24" className="size-6 shrink-0" fill="none" strokeLinecap="round" aria-hidden>
        <path d="M2.5 14h12M4.5 14v6.5M12.5 14v6.5M2.5 8.5h12" stroke="currentColor" strokeWidth="2" />
        <path d="M20 4v16.5" className="stroke-accent" strokeWidth="3" />
      </svg>
      <span>Benchside</span>
    </span>
  );
}
