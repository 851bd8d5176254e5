"""Time scikit-learn's SVC.fit alone: svc.py FILE GAMMA C CACHE_MB prints seconds."""
import sys
import time

from sklearn.datasets import load_svmlight_file
from sklearn.svm import SVC

x, y = load_svmlight_file(sys.argv[1])
x = x.toarray()
model = SVC(kernel="rbf", gamma=float(sys.argv[2]), C=float(sys.argv[3]), cache_size=float(sys.argv[4]), tol=1e-3)
start = time.perf_counter()
model.fit(x, y)
print(time.perf_counter() - start)
