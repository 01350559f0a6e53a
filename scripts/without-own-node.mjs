// A container already has Node, so the repository's own would be a second one. Removes it from both files, so
// that `npm ci` doesn't download it, and leaves all other hashes unchanged.
import { readFileSync, writeFileSync } from 'node:fs';

const OWN_NODE = /^(node_modules\/)?node-linux-(x64|arm64)$/;
const without = (entries) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !OWN_NODE.test(name)));

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
manifest.optionalDependencies = without(manifest.optionalDependencies);
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
lock.packages = without(lock.packages);
lock.packages[''].optionalDependencies = without(lock.packages[''].optionalDependencies);
writeFileSync('package.json', JSON.stringify(manifest, null, 2));
writeFileSync('package-lock.json', JSON.stringify(lock, null, 2));
