// Loaded with --import: makes the clock of a process wrong by the milliseconds in a file.
import { readFileSync } from 'node:fs';

const file = process.env.SHIFT_FILE ?? '';
const wall = Date.now;
let shift_ms = 0;
const read = () => {
  shift_ms = Number(readFileSync(file, 'utf8'));
};
read();
setInterval(read, 100).unref();
Date.now = () => wall() + shift_ms;
