/** Parses PDFs off the main thread. The name begins with `reader-`: see READER_FILES. */
import "pdfjs-dist/build/pdf.worker.mjs";
