import type { ReactNode } from "react";

export const SkipTo = ({ children }: { children: ReactNode }) => (
  <a
    href="#main"
    className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2.5 font-medium text-accent-ink focus:translate-y-0"
  >
    {children}
  </a>
);
