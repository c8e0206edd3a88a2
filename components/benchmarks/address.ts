const segment = (text: string) => encodeURIComponent(text);

export const benchmarksPath = "/admin/benchmarks";
export const publishedPath = `${benchmarksPath}/published`;
export const benchmarkPath = (slug: string) => `${benchmarksPath}/${segment(slug)}`;
export const importPath = (slug: string) => `${benchmarkPath(slug)}/import`;
export const jobPath = (slug: string, jobId: string) => `${benchmarkPath(slug)}/imports/${jobId}`;
export const casesPath = (slug: string) => `${benchmarkPath(slug)}/cases`;
export const runsPath = (slug: string) => `${benchmarkPath(slug)}/runs`;
export const runPath = (slug: string, runId: number) => `${runsPath(slug)}/${runId}`;
export const uploadsAddress = (slug: string) => `/api/benchmarks/${segment(slug)}/uploads`;
export const exportAddress = (slug: string, file: string) =>
  `/api/benchmarks/${segment(slug)}/export/${file}`;

export function casePath(slug: string, track: string, key: string, version?: number): string {
  const path = `${casesPath(slug)}/${segment(track)}/${segment(key)}`;
  return version === undefined ? path : `${path}?version=${version}`;
}
