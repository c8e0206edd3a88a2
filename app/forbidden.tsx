import { Forbidden } from "#components/shell/forbidden.tsx";
import { refusalMetadata } from "#components/shell/refusal.tsx";

export const generateMetadata = () => refusalMetadata("forbidden");

export default function Page() {
  return <Forbidden />;
}
