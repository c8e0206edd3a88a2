import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function DesignLayout({ children }: { children: ReactNode }) {
  return (
    <ClientWords
      of={["builder", "builderPlan", "builderWords", "planKinds", "reporting", "shell", "studies"]}
    >
      {children}
    </ClientWords>
  );
}
