import { generate } from "lean-qr";

type Bitmap = { size: number; get: (x: number, y: number) => boolean };

/** Its dark squares as one path, a run at a time. */
function drawPath(code: Bitmap): string {
  let path = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x++;
      const run = x + 1 - start;
      path += `M${start} ${y}h${run}v1h-${run}z`;
    }
  return path;
}

/** Black on white whatever the theme: a scanner needs the contrast, and the quiet margin of four. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const code = generate(text);
  const side = code.size + 8;
  return (
    <svg role="img" aria-label={label} viewBox={`-4 -4 ${side} ${side}`} className={className}>
      <rect x="-4" y="-4" width={side} height={side} fill="#fff" />
      <path d={drawPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
