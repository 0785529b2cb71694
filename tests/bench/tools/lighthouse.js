// Resolves `lighthouse` from the packages of this folder, which the product's own packages lack.
export { default } from 'lighthouse'
